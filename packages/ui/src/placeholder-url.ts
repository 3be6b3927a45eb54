import { thumbHashToDataURL } from 'thumbhash'

/** A thumbhash in base64 as the address of the small picture that it says. */
export function toPlaceholderUrl(placeholder: string): string {
  return thumbHashToDataURL(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))
}
