import { drawLandscape } from '@meadow/ui/landscape'
import { code, rain, stars } from './evenings.ts'
import { bicycle, birds, boat, hut, lighthouse, sheep, street, train } from './outdoors.ts'
import { contours, knit, leaves, quilt, tiles, waves } from './patterns.ts'
import { books, bowl, bread, clock, cup, fiddle, jar, seedlings, tomatoes, window_ } from './still-lifes.ts'

type Draw = (seed: number, width: number, height: number) => string

/** What can be drawn, by the name that texts use. */
export const SCENES: Record<string, Draw> = {
  ...{ drawLandscape, stars, rain, code },
  ...{ street, boat, hut, lighthouse, train, bicycle, birds, sheep },
  ...{ quilt, tiles, contours, waves, leaves, knit },
  ...{ bread, tomatoes, cup, bowl, jar, books, clock, fiddle, seedlings, window: window_ },
}
