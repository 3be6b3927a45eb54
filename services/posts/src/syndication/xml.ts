import XMLBuilder from 'fast-xml-builder'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

/** Characters that no XML 1.0 document may have, not even escaped, and that members can type. */
const CHARACTERS_OUTSIDE_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Builds an XML 1.0 document: keys are elements, keys that begin with `@` attributes, `#text` is text beside attributes. */
export const toXmlDocument = (root: Record<string, unknown>): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${builder.build(root).replace(CHARACTERS_OUTSIDE_XML, '')}\n`
