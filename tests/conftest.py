"""What all tests share: a busy machine fails none of them."""

import contextlib

with contextlib.suppress(ImportError):  # the environments of a few rooms do without Hypothesis
    from hypothesis import HealthCheck, settings

    settings.register_profile("busy", suppress_health_check=[HealthCheck.too_slow], deadline=None)
    settings.load_profile("busy")
