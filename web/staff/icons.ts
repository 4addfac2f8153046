// Strokes on a square of 24 px, shared by staff screens.

export const warning = 'M12 4 21.500 20h-19zM12 10v4M12 17h.01'
