/** Key of the id of the first post that the viewer had seen before this visit; null if there is no mark. */
export const leftOffKey = ['feed', 'left-off'] as const
