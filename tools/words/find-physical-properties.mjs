const PHYSICAL_PATTERN =
  /^\s*((?:margin|padding|border)-(?:left|right)\b.*|(?:left|right):.*|text-align: (?:left|right)|(?:float|clear): (?:left|right)|border-(?:top|bottom)-(?:left|right)-radius.*)/

/** All four sides, of which the left and the right differ. */
const UNEQUAL_SIDES_PATTERN = /^\s*((?:margin|padding|inset|border-width): \S+ (\S+) \S+ (?!\2;)\S+;)/

/** Centred by a translation, or beside what the device itself has at a side: the same for both directions of writing. */
const EXEMPT_PATTERN = /left: 50%|env\(/

/** Finds styles that name a side where they mean the start or the end of a line; one line each. `styles` are texts by path. */
export const findPhysicalProperties = (styles) =>
  [...styles].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const found = EXEMPT_PATTERN.test(line) ? null : (PHYSICAL_PATTERN.exec(line) ?? UNEQUAL_SIDES_PATTERN.exec(line))
      return found
        ? [`${path}:${index + 1}: "${found[1]}" is wrong in Arabic or Hebrew: use inline-start or inline-end`]
        : []
    }),
  )
