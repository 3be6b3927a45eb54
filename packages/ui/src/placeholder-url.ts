import { thumbHashToDataURL } from 'thumbhash'

/** Decodes a base64 thumbhash to a data URL. */
export function toPlaceholderUrl(placeholder: string): string {
  return thumbHashToDataURL(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))
}
