/**
 * Drawings of what the emoji set lacks, in its manner: round, lit from the upper left, violet in the shade.
 * SVG on a 256 x 256 ground. Hues are kept apart within a drawing, because pieces recolour by hue.
 */

const svg = (body: string, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256"><defs>${defs}</defs>${body}</svg>`

const ball = (id: string, light: string, middle: string, shade: string) =>
  `<radialGradient id="${id}" cx="0.36" cy="0.26" r="0.85"><stop offset="0" stop-color="${light}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${shade}"/></radialGradient>`

const across = (id: string, ...stops: readonly (readonly [offset: number, colour: string])[]) =>
  `<linearGradient id="${id}">${stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')}</linearGradient>`

const down = (id: string, top: string, bottom: string) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`

const glint = (x: number, y: number, width: number, height: number, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="#fff" opacity="0.35" transform="rotate(${turn} ${x} ${y})"/>`

/** A lump of grilled meat around its own centre, charred along the grill's bars. */
const lump = (x: number, y: number, width: number, height: number, turn: number, fill: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">
    <rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${Math.min(width, height) * 0.38}" fill="url(#${fill})"/>
    <path d="M${-width * 0.28} ${-height * 0.22}L${-width * 0.04} ${height * 0.26}M${width * 0.06} ${-height * 0.28}L${width * 0.28} ${height * 0.2}" stroke="#4a1c0c" stroke-width="7" stroke-linecap="round" opacity="0.5"/>
    ${glint(-width * 0.2, -height * 0.3, width * 0.16, height * 0.08, -12)}
  </g>`

/** A pinch of something over an area: dots at fixed places, so that a drawing never changes. */
const pinch = (colour: string, radius: number, spots: readonly (readonly [x: number, y: number])[]) =>
  spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join('')

const suya = svg(
  `<g transform="rotate(42 128 128)">
    <rect x="-22" y="121" width="300" height="14" rx="7" fill="url(#stick)"/>
    ${lump(42, 128, 62, 78, 4, 'meat')}
    <ellipse cx="82" cy="128" rx="17" ry="42" fill="url(#onion)"/><ellipse cx="80" cy="128" rx="8" ry="27" fill="none" stroke="#c06aa0" stroke-width="5" opacity="0.7"/>
    ${lump(123, 128, 64, 84, -5, 'meat')}
    <ellipse cx="163" cy="128" rx="16" ry="40" fill="url(#pepper)"/>
    ${lump(204, 128, 62, 76, 5, 'meat')}
    ${pinch('#e8502f', 3.4, [
      [28, 108],
      [54, 146],
      [112, 104],
      [138, 150],
      [128, 126],
      [194, 108],
      [218, 144],
    ])}
    ${pinch('#e2b85a', 2.8, [
      [44, 118],
      [104, 142],
      [140, 112],
      [206, 128],
      [190, 146],
    ])}
  </g>`,
  ball('meat', '#c4713f', '#93431f', '#5a2416') +
    ball('onion', '#fbe9f6', '#e3b3d6', '#a865a0') +
    ball('pepper', '#9be07a', '#4cae4a', '#1f7350') +
    down('stick', '#f3cf8e', '#c08a48'),
)

const chunks = svg(
  [
    lump(84, 96, 92, 74, -14, 'meat'),
    lump(170, 92, 90, 76, 12, 'meat'),
    lump(62, 164, 88, 74, 10, 'meat'),
    lump(194, 166, 88, 72, -10, 'meat'),
    lump(128, 148, 102, 86, 3, 'meat'),
    `<path d="M88 190q28 22 58 8" fill="none" stroke="#58b14c" stroke-width="11" stroke-linecap="round"/>
    <path d="M150 74q26 4 36 28" fill="none" stroke="#58b14c" stroke-width="10" stroke-linecap="round"/>
    <path d="M60 124q20 -22 44 -12" fill="none" stroke="#e5342c" stroke-width="11" stroke-linecap="round"/>
    <path d="M166 178q22 10 44 -6" fill="none" stroke="#e5342c" stroke-width="11" stroke-linecap="round"/>
    <path d="M112 116a26 17 0 1 1 30 22" fill="none" stroke="#f0d5ea" stroke-width="9" stroke-linecap="round"/>`,
  ].join(''),
  ball('meat', '#cf7d45', '#9b4a20', '#5f2a14'),
)

const sausage = (path: string) =>
  `<path d="${path}" fill="none" stroke="#7d2f1d" stroke-width="56" stroke-linecap="round"/>
  <path d="${path}" fill="none" stroke="#b5502c" stroke-width="48" stroke-linecap="round"/>
  <path d="${path}" fill="none" stroke="#d9804f" stroke-width="16" stroke-linecap="round" opacity="0.7" transform="translate(-4 -12)"/>`

const sausages = svg(
  `${sausage('M44 118Q120 168 204 74')}${sausage('M58 184Q142 226 218 138')}
  <path d="M96 124l16 24M134 112l18 24M108 192l14 20M146 186l18 22M182 164l16 20" stroke="#571d10" stroke-width="7" stroke-linecap="round" opacity="0.65"/>`,
)

const bowl = svg(
  `<path d="M14 112C14 190 62 226 128 226S242 190 242 112Z" fill="url(#outside)"/>
  <rect x="82" y="212" width="92" height="24" rx="12" fill="url(#foot)"/>
  <ellipse cx="128" cy="110" rx="116" ry="56" fill="url(#rim)"/>
  <ellipse cx="128" cy="114" rx="100" ry="44" fill="#8f86a3"/>
  <ellipse cx="128" cy="119" rx="97" ry="40" fill="url(#food)"/>
  <path d="M52 116q14 -22 52 -28" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.35"/>
  <ellipse cx="104" cy="122" rx="25" ry="12" fill="url(#morsel)"/><ellipse cx="158" cy="108" rx="22" ry="11" fill="url(#morsel)"/><ellipse cx="164" cy="138" rx="20" ry="9" fill="url(#morsel)"/>
  <path d="M122 100q8 -8 16 -2M72 130q8 8 16 2M188 120q6 8 14 2M126 142q8 6 14 0" fill="none" stroke="#3fa04a" stroke-width="6" stroke-linecap="round"/>`,
  across('outside', [0, '#ffffff'], [0.45, '#ece8f4'], [1, '#a79bc4']) +
    across('rim', [0, '#ffffff'], [0.6, '#f3f0f8'], [1, '#cfc6e0']) +
    across('foot', [0, '#d9d2e6'], [1, '#9186ae']) +
    ball('food', '#ffab5c', '#ee7a2e', '#bf4f17') +
    ball('morsel', '#ffc687', '#f59a4e', '#d4692a'),
)

const slice = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">
    <ellipse cx="0" cy="9" rx="62" ry="40" fill="#9c5a17"/>
    <ellipse rx="62" ry="40" fill="url(#skin)"/>
    <ellipse cx="-1" cy="-1" rx="50" ry="30" fill="url(#flesh)"/>
    <path d="M-24 -2q24 -12 46 2" fill="none" stroke="#b86d14" stroke-width="5" stroke-linecap="round" opacity="0.6"/>
    ${pinch('#a55c14', 3, [
      [-14, 9],
      [4, 11],
      [21, 9],
      [-28, 8],
    ])}
    ${glint(-20, -17, 16, 5, -14)}
  </g>`

const plantain = svg(
  slice(92, 78, -18) + slice(172, 96, 22) + slice(80, 148, 14) + slice(160, 172, -16),
  ball('skin', '#eba23a', '#c9781f', '#9c5312') + ball('flesh', '#ffd968', '#f9bb3a', '#e0902a'),
)

const can = svg(
  `<path d="M70 40L84 18H172L186 40V216L172 238H84L70 216Z" fill="url(#metal)"/>
  <rect x="68" y="40" width="120" height="176" rx="10" fill="url(#paint)"/>
  <ellipse cx="128" cy="19" rx="45" ry="10" fill="#dcd8e8"/><ellipse cx="128" cy="19" rx="36" ry="7" fill="#aaa3bd"/><ellipse cx="132" cy="18" rx="14" ry="4" fill="#f2f0f8"/>
  <path d="M68 150Q128 96 188 118V150Q128 128 68 186Z" fill="#fff" opacity="0.9"/>
  <rect x="82" y="48" width="13" height="160" rx="6" fill="#fff" opacity="0.32"/>`,
  across('metal', [0, '#f4f2f9'], [0.35, '#d8d4e4'], [1, '#8f88a6']) +
    across('paint', [0, '#f2404e'], [0.35, '#e22638'], [1, '#9c1233']),
)

const bottle = svg(
  `<path d="M106 34H150V66C150 84 178 92 178 124V224C178 238 170 244 158 244H98C86 244 78 238 78 224V124C78 92 106 84 106 66Z" fill="url(#body)"/>
  <rect x="102" y="10" width="52" height="30" rx="9" fill="url(#cap)"/>
  <rect x="78" y="136" width="100" height="62" fill="url(#label)"/>
  <path d="M78 176Q128 142 178 160V180Q128 164 78 198Z" fill="#e8452c" opacity="0.9"/>
  <rect x="90" y="104" width="12" height="124" rx="6" fill="#fff" opacity="0.45"/>`,
  across('body', [0, '#bfe6ff'], [0.4, '#83c6f2'], [1, '#3a86c4']) +
    across('cap', [0, '#f46a4a'], [1, '#b3271f']) +
    across('label', [0, '#ffffff'], [1, '#d8d2e6']),
)

/** Swallow: a smooth mound, turned out on a small plate. */
const mound = svg(
  `<ellipse cx="128" cy="186" rx="122" ry="46" fill="#9d92b8"/>
  <ellipse cx="128" cy="178" rx="122" ry="46" fill="url(#plate)"/>
  <ellipse cx="128" cy="178" rx="96" ry="32" fill="#cdc5de"/>
  <path d="M38 172C30 96 76 40 130 40S226 96 218 172C212 206 44 206 38 172Z" fill="url(#dough)"/>
  <path d="M70 122C92 84 128 72 168 80" fill="none" stroke="#fff3d6" stroke-width="8" stroke-linecap="round" opacity="0.55"/>
  <path d="M150 58C176 66 198 94 204 128" fill="none" stroke="#b98a4a" stroke-width="6" stroke-linecap="round" opacity="0.35"/>
  <path d="M62 160C92 178 150 182 192 164" fill="none" stroke="#b98a4a" stroke-width="6" stroke-linecap="round" opacity="0.25"/>`,
  ball('dough', '#fff1cf', '#f0d8a4', '#cfa668') + across('plate', [0, '#ffffff'], [0.5, '#f1edf7'], [1, '#c3b9d8']),
)

const mushroom = svg(
  `<path d="M94 128H162C158 160 168 200 176 222C160 244 96 244 80 222C88 200 98 160 94 128Z" fill="url(#stem)"/>
  <path d="M16 132C16 62 66 18 128 18S240 62 240 132C240 166 16 166 16 132Z" fill="url(#hat)"/>
  <path d="M34 140C60 158 196 158 222 140C210 170 46 170 34 140Z" fill="#7d5236" opacity="0.6"/>
  ${glint(82, 66, 30, 14, -34)}`,
  ball('hat', '#e6bd92', '#c08a5c', '#8a5636') + across('stem', [0, '#fff3e2'], [0.5, '#f2ddc2'], [1, '#bd9878']),
)

const glass = `<path d="M66 70H190L172 232C171 240 166 244 158 244H98C90 244 85 240 84 232Z" fill="url(#glass)"/>
  <path d="M75 84H181L164 224C163 231 160 234 153 234H103C96 234 93 231 92 224Z" fill="url(#drink)"/>
  <path d="M96 104L104 210" stroke="#fff" stroke-width="11" stroke-linecap="round" opacity="0.45"/>`

const glassDefs =
  across('glass', [0, '#e4f5ff'], [0.5, '#c4e6fa'], [1, '#8fc2e4']) +
  across('drink', [0, '#e9b06a'], [0.45, '#dc9a4e'], [1, '#b5742f'])

/** A milkshake under whipped cream. */
const shake = svg(
  `<path d="M150 96L176 10" stroke="#e23a58" stroke-width="14" stroke-linecap="round"/>
  <path d="M153 82l5 -16M161 56l5 -16" stroke="#fff" stroke-width="14" opacity="0.85"/>
  ${glass}
  <path d="M58 84C50 62 72 50 86 54C88 32 124 22 142 42C166 34 182 50 178 62C202 64 204 92 186 94C150 104 96 104 72 94C64 94 60 90 58 84Z" fill="url(#cream)"/>
  <path d="M92 60C106 72 128 70 140 56M82 82C110 92 148 90 170 76" fill="none" stroke="#d2c3de" stroke-width="6" stroke-linecap="round" opacity="0.8"/>
  <circle cx="118" cy="36" r="17" fill="url(#cherry)"/>${glint(112, 30, 5, 3, -30)}`,
  glassDefs + ball('cream', '#ffffff', '#f8f3fa', '#d3c6e0') + ball('cherry', '#ff7a8a', '#e0203f', '#8e0c38'),
)

/** A cold drink with ice. */
const tumbler = svg(
  `${glass}
  <g opacity="0.5" fill="#f4fbff"><rect x="98" y="70" width="40" height="38" rx="9" transform="rotate(-14 118 88)"/><rect x="136" y="82" width="34" height="33" rx="8" transform="rotate(16 152 98)"/></g>
  <circle cx="186" cy="66" r="38" fill="#4f9e2e"/><circle cx="186" cy="66" r="32" fill="#eef7c4"/><circle cx="186" cy="66" r="27" fill="#a6d24a"/>
  <path d="M186 42V90M162 66H210M169 49L203 83M203 49L169 83" stroke="#eef7c4" stroke-width="4"/>`,
  glassDefs,
)

/** Drawings by the name that a piece calls its art. */
export const drawings: Readonly<Record<string, string>> = {
  suya,
  chunks,
  sausages,
  bowl,
  plantain,
  can,
  bottle,
  mound,
  mushroom,
  shake,
  tumbler,
}
