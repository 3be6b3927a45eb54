declare module 'html-encoding-sniffer' {
  /** Returns the name of the encoding of a page, as browsers find it. An unknown label counts as none. */
  export default function sniffEncoding(
    content: Uint8Array,
    options: { transportLayerEncodingLabel?: string | undefined; defaultEncoding?: string },
  ): string
}
