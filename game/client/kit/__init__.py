"""The window itself: loop, scenes, type, images, input, sounds. Knows no battle."""
