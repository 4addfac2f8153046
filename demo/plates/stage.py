"""The table on which a dish is laid. Things are lowered until they touch what is below them; the camera frames the
food."""
import numpy as np
from scipy.ndimage import gaussian_filter, grey_dilation, map_coordinates
from mesh import Piece, copies, frames
from noise import rnd

HALF, CELLS = 3.6, 480


class Stage:
    def __init__(self):
        self.meshes = []
        self.ground = np.zeros((CELLS, CELLS))
        self.framed = []

    def _cell(self, x, y):
        return (np.asarray(x) + HALF) / (2 * HALF) * (CELLS - 1), (np.asarray(y) + HALF) / (2 * HALF) * (CELLS - 1)

    def height(self, x, y):
        i, j = self._cell(x, y)
        return map_coordinates(self.ground, [np.atleast_1d(i), np.atleast_1d(j)], order=1, mode='nearest').reshape(np.shape(x))

    def raise_ground(self, m):
        points = [m.V]
        if len(m.Q):
            points.append(m.V[m.Q].mean(1))
        if len(m.T):
            points.append(m.V[m.T].mean(1))
        P = np.concatenate(points)
        i, j = (np.clip(np.round(c).astype(int), 0, CELLS - 1) for c in self._cell(P[:, 0], P[:, 1]))
        low_i, low_j = max(i.min() - 1, 0), max(j.min() - 1, 0)
        top = np.zeros((i.max() - low_i + 2, j.max() - low_j + 2))
        np.maximum.at(top, (i - low_i, j - low_j), P[:, 2])
        # A coarse mesh leaves cells without a point; the height of a neighbour closes them.
        closed = np.where(top > 0, top, grey_dilation(top, size=(3, 3)))
        window = self.ground[low_i:low_i + len(top), low_j:low_j + top.shape[1]]
        np.maximum(window, closed[:window.shape[0], :window.shape[1]], out=window)

    def put(self, piece, frame=True, solid=True):
        for m in piece if isinstance(piece, Piece) else [piece]:
            self.meshes.append(m)
            if frame:
                self.framed.append(m.V[::max(1, len(m.V) // 400)])
            if solid:
                self.raise_ground(m)

    def rest(self, piece, x, y, sink=0.0):
        """Returns the height at which the piece touches what is below. `sink` lowers the piece by that share of its
        own height."""
        V = np.concatenate([m.V[::max(1, len(m.V) // 500)] for m in piece])
        low, high = V[:, 2].min(), V[:, 2].max()
        under = V[V[:, 2] < low + .6 * (high - low)]
        gap = self.height(under[:, 0] + x, under[:, 1] + y) - under[:, 2]
        return np.quantile(gap, .985) - sink * (high - low)

    def lay(self, piece, x=0, y=0, turn=0.0, tip=(0, 0), scale=1.0, sink=.04, z=None, frame=True, solid=True):
        piece = piece if isinstance(piece, Piece) else Piece([piece])
        piece = piece.at((0, 0, 0), (tip[0], tip[1], turn), scale)
        self.put(piece.at((x, y, self.rest(piece, x, y, sink) if z is None else z)), frame, solid)

    def pile(self, make, n, R, x=0, y=0, sy=1.0, tip=.35, flat=True, scale=1.0, sink=.06, angle=None, spread=.6, rmin=0.0):
        """Lowers n pieces one after another within a circle, so that they pile up."""
        for k in range(n):
            direction = rnd(0, 6.28) if angle is None else angle + rnd(-spread, spread)
            lean = (rnd(-tip, tip), rnd(-tip, tip)) if flat else (rnd(0, 6.28), rnd(0, 6.28))
            piece = make(k)
            piece = (piece if isinstance(piece, Piece) else Piece([piece])).at((0, 0, 0), (*lean, direction), scale * rnd(.92, 1.08))
            # Takes the lowest of several places, as if the piece had rolled there. Otherwise heaps become towers.
            r, a = R * np.sqrt(rnd(rmin * rmin, 1, 7)), rnd(0, 6.28, 7)
            places = [(self.rest(piece, px, py, sink), px, py) for px, py in zip(x + r * np.cos(a), y + sy * r * np.sin(a))]
            z, px, py = min(places)
            self.put(piece.at((px, py, z)))

    def lean(self, pieces, x, y, step, turn, tip):
        """Lays a row of slices that lean on one another. A slice rests on what was there before the row, not on its
        neighbour."""
        before = self.ground.copy()
        for k, piece in enumerate(pieces):
            px, py = x + step[0] * k, y + step[1] * k
            piece = Piece([piece]).at((0, 0, 0), (*tip, turn + rnd(-.08, .08)))
            after, self.ground = self.ground, before
            z = self.rest(piece, px, py, .10)
            self.ground = after
            self.put(piece.at((px, py, z)))

    def strew(self, protos, n, R, x=0, y=0, sy=1.0, lift=.012, size=(.85, 1.15), tilt=.5, tint=.12, rmin=0.0, frame=False):
        """Lays small things along the slope of what is below, as one mesh."""
        r, a = R * np.sqrt(rnd(rmin ** 2, 1, n)), rnd(0, 6.2832, n)
        px, py = x + r * np.cos(a), y + sy * r * np.sin(a)
        smooth, ground = gaussian_filter(self.ground, 1.6), self.ground
        self.ground, e = smooth, .035
        N = np.stack([self.height(px - e, py) - self.height(px + e, py), self.height(px, py - e) - self.height(px, py + e), np.full(n, 2 * e)], 1)
        N[:, :2] = np.clip(N[:, :2], -2.2 * e, 2.2 * e)
        self.ground = ground
        t = 1 + rnd(-tint, tint, n)
        P = np.stack([px, py, self.height(px, py) + lift], 1)
        self.put(Piece([copies(protos, P, frames(N, rnd(0, 6.28, n), rnd(-tilt, tilt, n)), rnd(*size, n), np.stack([t, t, t], 1))]), frame, False)

    def aim(self, elev, az, lens, room=.90, aspect=4 / 3):
        """Returns the camera's target and distance, at which the framed points fill `room` of the picture. Angles in degrees."""
        P = np.concatenate(self.framed)
        e, a = np.radians(elev), np.radians(az)
        back = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
        right = np.array([np.cos(a), np.sin(a), 0])
        up = np.cross(back, right)
        look, dist = (P.min(0) + P.max(0)) / 2, 6.0
        half_w = 18.0 / lens
        half_h = half_w / aspect
        for _ in range(12):
            R = P - look
            depth = dist - R @ back
            X, Y = R @ right / depth / half_w, R @ up / depth / half_h
            look = look + right * (X.max() + X.min()) / 2 * half_w * dist + up * (Y.max() + Y.min()) / 2 * half_h * dist
            dist *= 1 + .8 * (max((X.max() - X.min()) / 2, (Y.max() - Y.min()) / 2) / room - 1)
        return look, dist
