/** A swipe of this length replies. */
export const SWIPE_THRESHOLD_PX = 50
/** Movement by which a swipe and a scroll are told apart. */
const MIN_MOVEMENT_PX = 10
/** The system's Back gesture starts at the edges of the screen. */
const EDGE_WIDTH_PX = 24
const RESISTANCE = 0.2

/** Returns false for a touch at an edge of the screen. */
export const canStartSwipe = (x: number, screenWidth: number): boolean =>
  x > EDGE_WIDTH_PX && x < screenWidth - EDGE_WIDTH_PX

/** Decides a movement: a swipe to the right, something else such as a scroll, or undefined while it is too short. */
export function classifyMovement(dx: number, dy: number): 'swipe' | 'other' | undefined {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < MIN_MOVEMENT_PX) return undefined
  return dx > 2 * Math.abs(dy) ? 'swipe' : 'other'
}

/** Returns the distance in px that a message moves. Behind the threshold it resists. */
export function getSwipeOffset(dx: number): number {
  const distance = Math.max(0, dx)
  if (distance <= SWIPE_THRESHOLD_PX) return distance
  return SWIPE_THRESHOLD_PX + (distance - SWIPE_THRESHOLD_PX) * RESISTANCE
}
