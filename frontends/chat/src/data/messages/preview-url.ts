const previewUrls = new WeakMap<Blob, string>()

/** Returns the object URL of a picture, and creates it at the first call. */
export function getPreviewUrl(picture: Blob): string {
  const url = previewUrls.get(picture) ?? URL.createObjectURL(picture)
  previewUrls.set(picture, url)
  return url
}

/** Revokes the object URLs of pictures that are not shown any more. */
export function revokePreviewUrls(pictures: readonly Blob[]): void {
  for (const picture of pictures) {
    const url = previewUrls.get(picture)
    if (url) URL.revokeObjectURL(url)
    previewUrls.delete(picture)
  }
}
