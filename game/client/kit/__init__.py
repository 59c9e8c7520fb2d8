"""The window itself: loop, scenes, fonts, images, input, sounds. It knows nothing of battles."""
