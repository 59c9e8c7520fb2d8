"""Tools for authors and engineers: checks, lab, bench, templates, positions saved as levels."""
