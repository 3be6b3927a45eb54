/** How every screen is looked at. */
export const SIZES = { small: { width: 390, height: 844 }, large: { width: 1440, height: 900 } }
export const SCHEMES = ['light', 'dark'] as const
