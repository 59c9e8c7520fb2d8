"""What foes would do, as one side may foresee it."""
