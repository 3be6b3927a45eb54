/** Returns the images in the viewport, loaded or not. */
export const findVisibleImages = (): HTMLImageElement[] =>
  [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
