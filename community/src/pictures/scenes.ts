import { landscape } from '@meadow/ui/landscape'

type Draw = (seed: number, width: number, height: number) => string

/** What can be drawn, by the name that texts use. */
export const SCENES: Record<string, Draw> = { landscape }
