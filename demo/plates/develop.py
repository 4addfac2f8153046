"""Makes a finished picture of noisy linear passes: denoising by albedo and normal, tone curve, glow, sharpening."""
import numpy as np
from scipy.ndimage import gaussian_filter, median_filter, uniform_filter


def without_fireflies(C):
    """Lowers a pixel that is far brighter than its neighbours to the second brightest of them."""
    L = C.mean(2)
    h, w = L.shape
    P = np.pad(L, 1, mode='edge')
    around = np.stack([P[1 + i:1 + i + h, 1 + j:1 + j + w] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j])
    top = np.sort(around, 0)[-2]
    return C * np.minimum(1, (top * 1.25 + .02) / (L + 1e-6))[..., None]


def denoise(C, guide, R=3, k=.55, kf=.2):
    """Returns C after non-local means in log colour, within radius R. The guide keeps the edges of material and
    shape."""
    T = np.log1p(C * 4)
    h, w, _ = C.shape
    residual = ((T - uniform_filter(T, (3, 3, 1))) ** 2).mean(2) * 1.125
    var = uniform_filter(np.minimum(residual, uniform_filter(residual, 9) * 2), 9) + 1e-6

    def pad(x):
        return np.pad(x, ((R, R), (R, R)) + ((0, 0),) * (x.ndim - 2), mode='edge')
    pT, pC, pF, pV = pad(T), pad(C), pad(guide), pad(var)
    total, weights = np.zeros_like(C), np.zeros((h, w), np.float32)
    for dy in range(-R, R + 1):
        for dx in range(-R, R + 1):
            if dx * dx + dy * dy > R * R + 1:
                continue
            sl = (slice(R + dy, R + dy + h), slice(R + dx, R + dx + w))
            d = uniform_filter(((T - pT[sl]) ** 2).mean(2) - 2 * np.minimum(var, pV[sl]), 3) / (k * k * (var + pV[sl]) + 1e-6)
            weight = np.exp(-np.maximum(d, 0) - ((guide - pF[sl]) ** 2).sum(2) / (kf * kf))
            total += weight[..., None] * pC[sl]
            weights += weight
    return total / weights[..., None]


def settle(C, guide, steps=(1, 2, 4, 8), k=.22, kf=.22):
    """Evens out blotches from few samples, by 3x3 filters of growing spacing that stop at edges of material, shape
    and light."""
    h, w, _ = C.shape
    for n, step in enumerate(steps):
        T = np.log1p(C * 4)
        soft = uniform_filter(T.mean(2), 3)
        total, weights = C * 4, np.full((h, w), 4, np.float32)
        pad = lambda x: np.pad(x, ((step, step), (step, step)) + ((0, 0),) * (x.ndim - 2), mode='edge')
        pC, pS, pF = pad(C), pad(soft), pad(guide)
        for dy in (-step, 0, step):
            for dx in (-step, 0, step):
                if not (dx or dy):
                    continue
                sl = (slice(step + dy, step + dy + h), slice(step + dx, step + dx + w))
                weight = (2 if dx == 0 or dy == 0 else 1) * np.exp(-((soft - pS[sl]) / (k / (1 + n * .35))) ** 2 - ((guide - pF[sl]) ** 2).sum(2) / (kf * kf))
                total = total + weight[..., None] * pC[sl]
                weights = weights + weight
        C = total / weights[..., None]
    return C


def tone(linear, exposure=1.0, sat=1.08, glow=.10, contrast=.35):
    x = np.maximum(linear, 0) * exposure
    hot = np.clip(x - .9, 0, 3)
    reach = max(2, x.shape[1] / 110)
    x = x + glow * np.stack([gaussian_filter(hot[..., c], reach) for c in range(3)], 2)
    L = (x @ np.array([.2126, .7152, .0722], np.float32))[..., None]
    x = np.maximum(L + (x - L) * sat, 0) * .62
    # A filmic curve for each channel: highlights end in warm white.
    y = np.clip((x * (2.51 * x + .03)) / (x * (2.43 * x + .59) + .14), 0, 1)
    y = np.where(y <= .0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-6), 1 / 2.4) - .055)
    return np.clip(y + contrast * (y * y * (3 - 2 * y) - y), 0, 1)


def smooth(x):
    return np.stack([median_filter(x[..., c], 3) for c in range(3)], 2)


def develop(passes, exposure=1.0, sharpen=.35, vignette=.18):
    """Returns the picture as display values from 0 to 1, as an array (height, width, 3). Light and colour are
    denoised apart: light divided by colour is smooth, so few samples keep the food's texture."""
    albedo = np.clip(passes['alb'], .02, None)
    color, normal = smooth(np.sqrt(np.clip(passes['alb'], 0, 1))), smooth(passes['nrm'])
    light = without_fireflies(passes['rgb']) / (albedo + .03)
    guide = np.concatenate([color * .6, normal * .35], 2).astype(np.float32)
    light = settle(denoise(light, guide, 2, .85, .25), guide)
    texture = denoise(albedo, np.concatenate([color, normal * .3], 2).astype(np.float32), 2, .6, .15)
    y = tone(light * (texture + .03), exposure)
    L = y.mean(2)
    y = np.clip(y + (sharpen * (L - gaussian_filter(L, 1.0)))[..., None], 0, 1)
    h, w = L.shape
    Y, X = np.mgrid[0:h, 0:w]
    r = ((X / w - .5) ** 2 + (Y / h - .5) ** 2) / .5
    return y * (1 - vignette * r ** 1.3)[..., None]
