// Strokes on a 24 px square that several screens of staff show.

export const warning = 'M12 4 21.500 20h-19zM12 10v4M12 17h.01'
