"""Tools for authors and engineers: check, lab, bench, templates, positions as levels."""
