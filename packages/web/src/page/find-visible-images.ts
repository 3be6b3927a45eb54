/** The pictures that are on the screen, or whose place is. */
export const findVisibleImages = (): HTMLImageElement[] =>
  [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
