"""Values that are no values are refused in a sentence."""

import pytest

import torsor


@pytest.mark.parametrize("values", [[1, 2], {1: 2}, "m1=1"])
def test_values_must_be_numbers_by_symbol(values):
    with pytest.raises(torsor.TorsorError, match="no mapping from symbols to numbers"):
        torsor.compile("planar2r", values)
