"""What a robot computes, as methods with their signatures; machine code takes their place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar, cast

from torsor.robot.frame_names import LinkName

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Parameters: TypeAlias = ArrayLike | Mapping[str, ArrayLike] | None
    """What varies: an array, some of it by name, or none."""

P = ParamSpec("P")
R = TypeVar("R")


class _Compiled:
    """A method whose place machine code takes in an arm's own dictionary when first asked for."""

    def __init__(self, method: Callable[..., Any]) -> None:
        self.name, self.method, self.__doc__ = method.__name__, method, method.__doc__

    def __get__(self, arm: RobotFunctions | None, kind: type[RobotFunctions]) -> Any:
        if arm is None:
            return self.method
        arm.prepare(self.name)
        return getattr(arm, f"made_{self.name}")


def compiled(method: Callable[P, R]) -> Callable[P, R]:
    """The method as it is written, with machine code in its place."""
    return cast("Callable[P, R]", _Compiled(method))


class RobotFunctions(ABC):
    """Every function of the catalogue, as a method that tells its arguments and its result."""

    @abstractmethod
    def function(self, name: str) -> Callable[..., Floats]:
        """A function by its name, as machine code."""

    @abstractmethod
    def prepare(self, name: str) -> None:
        """Have machine code of a function ready, in the arm's own dictionary."""

    @compiled
    def inverse_dynamics(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Driving forces (n,): M(q) ddq + C(q, dq) dq + g(q), and all that acts."""
        return self.function("inverse_dynamics")(q, dq, ddq, wrench, parameters=parameters, out=out)

    @compiled
    def mass_matrix(
        self, q: ArrayLike, *, parameters: Parameters = None, out: Floats | None = None
    ) -> Floats:
        """The mass matrix M(q), (n, n)."""
        return self.function("mass_matrix")(q, parameters=parameters, out=out)

    @compiled
    def bias(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Driving forces (n,) without acceleration: C(q, dq) dq + g(q)."""
        return self.function("bias")(q, dq, wrench, parameters=parameters, out=out)

    @compiled
    def coriolis(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Christoffel's C(q, dq), (n, n)."""
        return self.function("coriolis")(q, dq, parameters=parameters, out=out)

    @compiled
    def gravity(
        self, q: ArrayLike, *, parameters: Parameters = None, out: Floats | None = None
    ) -> Floats:
        """The gravity vector g(q), (n,)."""
        return self.function("gravity")(q, parameters=parameters, out=out)

    @compiled
    def forward_dynamics(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Accelerations (n,) under driving forces."""
        return self.function("forward_dynamics")(q, dq, tau, wrench, parameters=parameters, out=out)

    @compiled
    def forward_kinematics(
        self,
        q: ArrayLike,
        *,
        link: LinkName = "tool",
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """The tool's frame, or that of a ``link``, in base axes, (4, 4)."""
        return self.function("forward_kinematics")(q, link=link, parameters=parameters, out=out)

    @compiled
    def jacobian(
        self,
        q: ArrayLike,
        *,
        link: LinkName = "tool",
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """The geometric Jacobian of the tool, or of a ``link``, base axes, (6, n): J_v over J_w."""
        return self.function("jacobian")(q, link=link, parameters=parameters, out=out)

    @compiled
    def jacobian_rate(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        *,
        link: LinkName = "tool",
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """J̇ q̇, (6,): the accelerations of the tool, or of a ``link``, at constant dq."""
        return self.function("jacobian_rate")(q, dq, link=link, parameters=parameters, out=out)

    @compiled
    def frames(
        self, q: ArrayLike, *, parameters: Parameters = None, out: Floats | None = None
    ) -> Floats:
        """Every frame in base axes, (links + 2, 4, 4): the base's, each link's, the tool's."""
        return self.function("frames")(q, parameters=parameters, out=out)

    @compiled
    def regressor(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Y of (n, p) with tau = Y π, π ten to a link, then the drives'; needs no masses."""
        return self.function("regressor")(q, dq, ddq, parameters=parameters, out=out)

    @compiled
    def base_regressor(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Y_b of (n, b) with tau = Y_b β, β = K π: see ``base_parameters``; needs no masses."""
        return self.function("base_regressor")(q, dq, ddq, parameters=parameters, out=out)

    @compiled
    def inverse_dynamics_base(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        beta: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Driving forces (n,), given the base parameters β of (b,): see ``base_parameters``."""
        return self.function("inverse_dynamics_base")(
            q, dq, ddq, beta, wrench, parameters=parameters, out=out
        )

    @compiled
    def regressor_derivatives(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """∂Y/∂q, (n, n, p): [i, j] is row i of Y by q_j, so that ∂tau/∂q is this @ π."""
        return self.function("regressor_derivatives")(q, dq, ddq, parameters=parameters, out=out)

    @compiled
    def kinetic_energy(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """The kinetic energy of links, carried body and rotors, ()."""
        return self.function("kinetic_energy")(q, dq, parameters=parameters, out=out)

    @compiled
    def potential_energy(
        self, q: ArrayLike, *, parameters: Parameters = None, out: Floats | None = None
    ) -> Floats:
        """The potential energy of the weights, as heights above the base, and the springs, ()."""
        return self.function("potential_energy")(q, parameters=parameters, out=out)

    @compiled
    def mass_matrix_rate(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """Ṁ(q, dq), (n, n)."""
        return self.function("mass_matrix_rate")(q, dq, parameters=parameters, out=out)

    @compiled
    def reactions(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """What each link gets through its joint, (links, 6): force, moment, in its frame."""
        return self.function("reactions")(q, dq, ddq, wrench, parameters=parameters, out=out)

    @compiled
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """∂tau/∂q, then ∂tau/∂dq, (2, n, n)."""
        return self.function("inverse_dynamics_derivatives")(
            q, dq, ddq, wrench, parameters=parameters, out=out
        )

    @compiled
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        parameters: Parameters = None,
        out: Floats | None = None,
    ) -> Floats:
        """∂ddq/∂q, ∂ddq/∂dq, then ∂ddq/∂tau, (3, n, n)."""
        return self.function("forward_dynamics_derivatives")(
            q, dq, tau, wrench, parameters=parameters, out=out
        )
