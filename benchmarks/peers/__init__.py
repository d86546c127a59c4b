"""The same robots in the tools Torsor is compared with; nothing here imports torsor."""
