/** How every screen is looked at: as on a phone, a tablet, the narrowest three columns, a desktop. */
export const SIZES = {
  small: { width: 390, height: 844 },
  medium: { width: 768, height: 1024 },
  narrow: { width: 1100, height: 800 },
  large: { width: 1440, height: 900 },
}
export const SCHEMES = ['light', 'dark'] as const
