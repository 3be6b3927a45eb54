/** The viewports of a phone, a tablet, the narrowest layout with three columns, and a desktop. */
export const VIEWPORTS = {
  small: { width: 390, height: 844 },
  medium: { width: 820, height: 1180 },
  narrow: { width: 1100, height: 800 },
  large: { width: 1440, height: 900 },
}
export const COLOR_SCHEMES = ['light', 'dark'] as const
