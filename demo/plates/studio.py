"""Blender's materials, light, camera and render passes. Colour and roughness come from the points of the meshes."""
import math
import os
import bpy
import numpy as np
from mathutils import Vector

# A weak glow and translucency (thin) replace the scattering of light in food, which left coloured spots.
MATERIALS = {
    'table': dict(rough=.55, spec=.35, bump=(38, .22)), 'cloth': dict(rough=.9, spec=.1),
    'glaze': dict(rough=.16, spec=.55, coat=.6), 'clay': dict(rough=.38, coat=.15, bump=(30, .25)), 'iron': dict(rough=.42, coat=.1, bump=(50, .2)),
    'board': dict(rough=.5, spec=.35, bump=(60, .1)), 'paper': dict(rough=.65, spec=.2, thin=.12), 'steel': dict(rough=.25, metal=1.0),
    'matte': dict(rough=.6, spec=.3), 'dry': dict(rough=.8, spec=.2), 'satin': dict(rough=.42, spec=.45, coat=.12), 'gloss': dict(rough=.28, coat=.4),
    'rice': dict(rough=.34, coat=.25), 'rice-dry': dict(rough=.42, coat=.08), 'crumb': dict(rough=.7, spec=.3, bump=(45, .5)),
    'crust': dict(rough=.46, spec=.45, coat=.12, bump=(40, .25)), 'bun': dict(rough=.32, coat=.35, bump=(30, .12), coat_rough=.2),
    'batter': dict(rough=.5, coat=.2, bump=(36, .6)), 'skin': dict(rough=.34, coat=.5, bump=(55, .35), coat_rough=.12),
    'meat': dict(rough=.34, coat=.55, bump=(60, .4), coat_rough=.1), 'seared': dict(rough=.38, coat=.3, bump=(80, .5), coat_rough=.14),
    'fish': dict(rough=.30, coat=.45, bump=(60, .3), coat_rough=.1), 'flesh': dict(rough=.42, coat=.2, bump=(40, .3)),
    'shell': dict(rough=.22, coat=.6, thin=.12, bump=(50, .12)), 'wet': dict(rough=.2, coat=.5), 'juicy': dict(rough=.26, coat=.25, thin=.35),
    'leaf': dict(rough=.34, coat=.15, thin=.3, bump=(60, .1)), 'herb': dict(rough=.45, spec=.4, thin=.3), 'cooked': dict(rough=.26, coat=.4, thin=.1),
    'fruit': dict(rough=.36, spec=.45, coat=.15, glow=.06), 'peel': dict(rough=.34, coat=.25, bump=(70, .15)), 'plantain': dict(rough=.26, coat=.35, bump=(42, .22)),
    'soup': dict(rough=.30, spec=.55, coat=.5, coat_rough=.06), 'lumpy': dict(rough=.30, spec=.55, coat=.45, bump=(70, .12), coat_rough=.06),
    'oil': dict(rough=.06, spec=.6, coat=1.0), 'dough': dict(rough=.42, spec=.45, coat=.12, bump=(45, .1), glow=.03), 'cream': dict(rough=.3, coat=.25, glow=.04),
    'drink': dict(rough=.22, coat=.5, glow=.09), 'foam': dict(rough=.5, spec=.3, glow=.10), 'lip': dict(rough=.08, spec=.7, coat=.6, thin=.5),
    'plastic': dict(rough=.3, spec=.5, coat=.3), 'ember': dict(rough=.9, spec=.1, glow=5.0), 'ice': dict(rough=.08, spec=.6, coat=.6, thin=.55),
    'wool': dict(rough=.85, spec=.15, bump=(90, .6)), 'sky': dict(rough=1.0, spec=0.0, glow=.55),
}
_made = {}


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _made.clear()


def material(name):
    """Returns the Blender material. 'glass' and 'glass:r,g,b' are clear; MATERIALS has all others."""
    if name not in _made:
        _made[name] = glass(name) if name.startswith('glass') else surface(name, **MATERIALS[name])
    return _made[name]


def surface(name, rough=.4, spec=.5, coat=0.0, bump=None, thin=0.0, coat_rough=.08, glow=0.0, metal=0.0):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, link = m.node_tree.nodes, m.node_tree.links.new
    b, out = nodes['Principled BSDF'], nodes['Material Output']
    a = nodes.new('ShaderNodeAttribute')
    a.attribute_name = 'Col'
    times = nodes.new('ShaderNodeMath')
    times.operation = 'MULTIPLY'
    times.inputs[1].default_value = rough
    link(a.outputs['Color'], b.inputs['Base Color'])
    link(a.outputs['Alpha'], times.inputs[0])
    link(times.outputs[0], b.inputs['Roughness'])
    b.inputs['Specular'].default_value = spec
    b.inputs['Metallic'].default_value = metal
    b.inputs['Clearcoat'].default_value = coat
    b.inputs['Clearcoat Roughness'].default_value = coat_rough
    if glow:
        link(a.outputs['Color'], b.inputs['Emission'])
        b.inputs['Emission Strength'].default_value = glow
    if bump:
        position, noise, bumps = (nodes.new(k) for k in ('ShaderNodeNewGeometry', 'ShaderNodeTexNoise', 'ShaderNodeBump'))
        noise.inputs['Scale'].default_value = bump[0]
        noise.inputs['Detail'].default_value = 2
        bumps.inputs['Strength'].default_value = bump[1]
        bumps.inputs['Distance'].default_value = .02
        link(position.outputs['Position'], noise.inputs['Vector'])
        link(noise.outputs['Fac'], bumps.inputs['Height'])
        link(bumps.outputs['Normal'], b.inputs['Normal'])
    if thin:
        through, mix = nodes.new('ShaderNodeBsdfTranslucent'), nodes.new('ShaderNodeMixShader')
        mix.inputs[0].default_value = thin
        link(a.outputs['Color'], through.inputs['Color'])
        link(b.outputs[0], mix.inputs[1])
        link(through.outputs[0], mix.inputs[2])
        link(mix.outputs[0], out.inputs['Surface'])
    return m


def glass(name):
    """Returns glass that reflects light without refraction, which would make caustic noise."""
    tint = [float(c) for c in name.split(':')[1].split(',')] if ':' in name else [1, 1, 1]
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, link = m.node_tree.nodes, m.node_tree.links.new
    nodes.remove(nodes['Principled BSDF'])
    clear, gloss, edge, cap, mix = (nodes.new(k) for k in (
        'ShaderNodeBsdfTransparent', 'ShaderNodeBsdfGlossy', 'ShaderNodeLayerWeight', 'ShaderNodeMath', 'ShaderNodeMixShader'))
    clear.inputs[0].default_value = (*tint, 1)
    gloss.inputs['Roughness'].default_value = .02
    edge.inputs['Blend'].default_value = .14
    cap.operation = 'MINIMUM'
    cap.inputs[1].default_value = .5
    link(edge.outputs['Fresnel'], cap.inputs[0])
    link(cap.outputs[0], mix.inputs[0])
    link(clear.outputs[0], mix.inputs[1])
    link(gloss.outputs[0], mix.inputs[2])
    link(mix.outputs[0], nodes['Material Output'].inputs['Surface'])
    return m


def put(m):
    me = bpy.data.meshes.new('m')
    nQ, nT = len(m.Q), len(m.T)
    me.vertices.add(len(m.V))
    me.vertices.foreach_set('co', m.V.astype(np.float32).ravel())
    me.loops.add(nQ * 4 + nT * 3)
    me.loops.foreach_set('vertex_index', np.concatenate([m.Q.ravel(), m.T.ravel()]).astype(np.int32))
    me.polygons.add(nQ + nT)
    total = np.concatenate([np.full(nQ, 4), np.full(nT, 3)]).astype(np.int32)
    me.polygons.foreach_set('loop_start', (np.cumsum(total) - total).astype(np.int32))
    me.polygons.foreach_set('loop_total', total)
    me.polygons.foreach_set('use_smooth', np.full(nQ + nT, True))
    color = me.attributes.new('Col', 'FLOAT_COLOR', 'POINT')
    color.data.foreach_set('color', np.maximum(m.C, 0).astype(np.float32).ravel())
    me.update(calc_edges=True)
    o = bpy.data.objects.new('m', me)
    bpy.context.collection.objects.link(o)
    me.materials.append(material(m.mat))


def light(loc, size, power, color, target=(0, 0, .2)):
    l = bpy.data.lights.new('l', 'AREA')
    l.shape, l.size, l.energy, l.color = 'DISK', size, power, color
    o = bpy.data.objects.new('l', l)
    bpy.context.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()


def shoot(look, dist, elev, az, lens=72, fstop=4.0, key=1.0, fill=1.0, world=.22):
    """Sets up one camera and the same light for all: key light behind left, kicker behind right, weak fill in front.
    Powers grow with the scene's size."""
    s = bpy.context.scene
    w = bpy.data.worlds.new('w')
    s.world, w.use_nodes = w, True
    background = w.node_tree.nodes['Background']
    background.inputs[0].default_value = (.80, .78, .80, 1)
    background.inputs[1].default_value = world
    c = bpy.data.cameras.new('c')
    o = bpy.data.objects.new('c', c)
    bpy.context.collection.objects.link(o)
    e, a = math.radians(elev), math.radians(az)
    d = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    o.location = Vector(look) + d * dist
    o.rotation_euler = (-d).to_track_quat('-Z', 'Y').to_euler()
    c.lens, s.camera = lens, o
    c.clip_end = 60
    c.dof.use_dof = True
    c.dof.focus_distance = dist - .25
    c.dof.aperture_fstop = fstop * 6 / dist
    far = max(1.0, dist / 6.2)
    x, y = look[0], look[1]
    light((x - 2.3 * far, y + 2.9 * far, 3.4 * far), 1.9 * far, 520 * key * far ** 2, (1, .84, .64), (x, y, .2))
    light((x + 2.9 * far, y + 1.6 * far, 2.3 * far), 1.4 * far, 120 * key * far ** 2, (1, .80, .58), (x, y, .2))
    light((x + 1.0 * far, y - 3.6 * far, 4.2 * far), 3.6 * far, 130 * key * fill * far ** 2, (1, .97, .94), (x, y, .2))


PASSES = {'rgb': 'Image', 'nrm': 'Denoising Normal', 'alb': 'Denoising Albedo'}


def render(path, size, samples, threads=1):
    """Renders. Returns the passes as linear arrays (height, width, 3)."""
    s = bpy.context.scene
    s.render.engine = 'CYCLES'
    s.render.resolution_x, s.render.resolution_y = size
    s.render.resolution_percentage = 100
    s.render.threads_mode, s.render.threads = 'FIXED', threads
    cy = s.cycles
    cy.samples, cy.use_denoising, cy.seed = samples, False, 1
    cy.max_bounces, cy.diffuse_bounces, cy.glossy_bounces, cy.transmission_bounces, cy.transparent_max_bounces = 5, 2, 2, 3, 10
    cy.caustics_reflective = cy.caustics_refractive = False
    cy.sample_clamp_indirect, cy.sample_clamp_direct, cy.blur_glossy = 3, 20, 1.0
    cy.use_adaptive_sampling, cy.adaptive_threshold, cy.adaptive_min_samples = True, .09, 8
    cy.light_sampling_threshold, cy.pixel_filter_type, cy.filter_width = .02, 'BLACKMAN_HARRIS', 1.5
    s.view_layers[0].cycles.denoising_store_passes = True
    s.use_nodes = True
    tree = s.node_tree
    tree.nodes.clear()
    layers, composite = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeComposite')
    tree.links.new(layers.outputs['Image'], composite.inputs[0])
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = os.path.dirname(path)
    files.format.file_format, files.format.color_depth, files.format.exr_codec = 'OPEN_EXR', '32', 'NONE'
    files.file_slots.clear()
    for name, output in PASSES.items():
        files.file_slots.new(f'{os.path.basename(path)}_{name}_')
        tree.links.new(layers.outputs[output], files.inputs[-1])
    bpy.ops.render.render(write_still=False)
    return {name: read_pass(f'{path}_{name}_{s.frame_current:04d}.exr') for name in PASSES}


def read_pass(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    w, h = image.size
    a = np.empty(w * h * 4, np.float32)
    image.pixels.foreach_get(a)
    bpy.data.images.remove(image)
    os.remove(path)
    return a.reshape(h, w, 4)[::-1, :, :3].copy()


def save_png(path, picture):
    h, w, _ = picture.shape
    image = bpy.data.images.new('out', w, h, alpha=False)
    image.colorspace_settings.name = 'sRGB'
    a = np.ones((h, w, 4), np.float32)
    a[..., :3] = picture[::-1]
    image.pixels.foreach_set(a.ravel())
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()
    bpy.data.images.remove(image)
