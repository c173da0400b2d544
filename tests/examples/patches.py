"""A feature of your own, as a function of the boards that actions lead to: connected patches of holes, beside the set dt."""
import numpy, swarmtris


def patches(after, width=10):
    """How many connected patches of holes each board has."""
    cells = after[..., 0, None] >> numpy.arange(width, dtype="u4") & 1
    holes = numpy.maximum.accumulate(cells[..., ::-1, :], -2)[..., ::-1, :] > cells
    begin = holes * numpy.arange(1, holes[0, 0].size + 1).reshape(holes.shape[-2:])
    label, old = begin, None
    while old is None or (label != old).any():
        old, wide = label, numpy.pad(label, [(0, 0), (0, 0), (1, 1), (1, 1)])
        label = holes * numpy.maximum.reduce([label, wide[..., 2:, 1:-1], wide[..., :-2, 1:-1], wide[..., 1:-1, 2:], wide[..., 1:-1, :-2]])
    return ((label == begin) & holes).sum((-2, -1))


games = swarmtris.VectorEnv({"game": {"height": 5}, "agent": {"features": "dt"}}, 20, observe=("features", "after"), autoreset=False)
for weight in 0, -3:
    seen, info = games.reset(seed=1)
    while info["action_mask"].any():
        value = seen["features"] @ numpy.array([-12.6, 6.6, -9.2, -19.8, -13.1, -10.5, -1.6, -24, 0.3]) + weight * patches(seen["after"])
        best = numpy.where(info["action_mask"], value, -numpy.inf).argmax(1)
        seen, *_, info = games.step(numpy.where(info["action_mask"].any(1), best, -1))
    print(f"weight of patches {weight}: {info['score'].mean():.1f} rows")
