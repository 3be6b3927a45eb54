/** A picture in the viewer. */
export type ViewedPicture = {
  src: string
  alt: string
  width: number
  height: number
  /** All widths of the picture, for `srcset`. */
  sources?: readonly { url: string; width: number }[] | undefined
}
