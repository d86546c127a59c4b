"""One thread for linear algebra: matrices here are small, and threads would wait for each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def single_threaded(function: Callable[P, T]) -> Callable[P, T]:
    """A function during which BLAS and LAPACK use one thread, where ``threadpoolctl`` is there."""

    @wraps(function)
    def run(*args: P.args, **options: P.kwargs) -> T:
        try:
            from threadpoolctl import threadpool_limits
        except ImportError:
            return function(*args, **options)
        with threadpool_limits(limits=1, user_api="blas"):
            return function(*args, **options)

    return run
