"""The lab's option `--fit`: soldiers play, and the chance to win is fitted to the results.

`fit_command` plays the battles of `sampled_battles`, `softmax_fit` fits the weights, and
`fit_report` measures how well they predict battles that weren't fitted.
"""
