"""What other toolboxes call a robot's functions: Robotics Toolbox, Pinocchio, MATLAB, Drake …"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torsor.errors import UnknownAttributeError

PEERS = {
    "inverse_dynamics": (
        "rnea", "rne", "itorque", "RNEA", "inverseDynamics", "InverseDynamics",
        "CalcInverseDynamics", "computeGeneralizedTorque", "ID",
    ),
    "mass_matrix": (
        "inertia", "crba", "massMatrix", "M", "mass", "inertia_matrix", "CalcMassMatrix",
        "CompositeRigidBodyAlgorithm",
    ),
    "bias": (
        "nle", "nonLinearEffects", "NonlinearEffects", "qfrc_bias", "CalcBiasTerm",
        "nonlinear_effects",
    ),
    "coriolis": ("C", "computeCoriolisMatrix", "velocityProduct", "coriolis_matrix"),
    "gravity": (
        "gravload", "computeGeneralizedGravity", "gravityTorque", "g", "gravity_vector",
        "CalcGravityGeneralizedForces",
    ),
    "forward_dynamics": (
        "aba", "accel", "ABA", "forwardDynamics", "ForwardDynamics", "fdyn", "FD",
    ),
    "forward_kinematics": (
        "fkine", "forwardKinematics", "framesForwardKinematics", "getTransform", "fk", "FK", "T",
        "CalcBodyToBaseCoordinates",
    ),
    "jacobian": (
        "jacob0", "geometricJacobian", "computeJointJacobian", "computeJointJacobians",
        "computeFrameJacobian", "getFrameJacobian", "J", "Jacobian", "CalcPointJacobian6D",
    ),
    "jacobian_rate": ("jacob0_dot", "jacobm_dot", "Jdot", "J_dot_q_dot"),
    "regressor": (
        "computeJointTorqueRegressor", "computeStaticRegressor", "jointTorqueRegressor", "Y",
        "regressor_matrix",
    ),
    "base_regressor": ("Y_b", "Yb", "reduced_regressor", "minimal_regressor"),
    "base_parameters": ("base_inertial_parameters", "minimal_parameters", "lumped_parameters"),
    "kinetic_energy": (
        "computeKineticEnergy", "CalcKineticEnergy", "kineticEnergy", "K", "KineticEnergy",
    ),
    "potential_energy": (
        "computePotentialEnergy", "CalcPotentialEnergy", "potentialEnergy", "U", "PotentialEnergy",
    ),
    "mass_matrix_rate": ("Mdot", "dM", "inertia_dot", "mass_matrix_dot", "computeDCRBA", "dcrba"),
    "reactions": ("joint_reactions", "jointReactions", "reaction_forces", "cfrc_int"),
    "frames": ("fkine_all", "updateFramePlacements", "updateGlobalPlacements"),
    "inverse_dynamics_derivatives": ("computeRNEADerivatives", "rnea_derivatives"),
    "forward_dynamics_derivatives": ("computeABADerivatives", "aba_derivatives"),
    "inverse_kinematics": (
        "ikine", "ikine_LM", "ikine_LMS", "ikine_NR", "ikine_GN", "ik_LM", "ik_NR", "ik_GN", "IK",
        "inverseKinematics",
    ),
    "rollout": ("integrate", "step"),
    "n": ("nq", "nv", "njoints", "dof", "ndof"),
}  # fmt: skip
"""By our name, theirs."""

OTHERWISE = {
    "jacobe": "jacobian is in base axes; turn it by the pose's rotation, R.T @ J",
    "teach": "torsor.draw(robot) draws it",
    "plot": "torsor.draw(robot) draws it",
    "manipulability": "take numpy.linalg.svd of jacobian",
    "q": "coordinates come in with every call",
}
"""What a toolbox has and an arm has not, and what to do instead."""


def find_peer(name: str) -> str:
    """``"; Torsor calls it inverse_dynamics"`` for a name of another toolbox, else nothing."""
    if name in OTHERWISE:
        return f"; {OTHERWISE[name]}"
    ours = next((ours for ours, theirs in PEERS.items() if name in theirs), "")
    return f"; Torsor calls it {ours}" if ours else ""


class PeerNames:
    """What is asked for another toolbox's function tells where it is."""

    if not TYPE_CHECKING:  # to whom every name would be one of it

        def __getattr__(self, name: str) -> object:
            kind = type(self).__name__
            told = "" if name.startswith("_") else find_peer(name)
            if told.startswith("; Torsor") and not hasattr(type(self), told.rpartition(" ")[2]):
                told += ", in torsor.compile(robot, values)"
            raise UnknownAttributeError(f"{kind!r} object has no attribute {name!r}{told}")
