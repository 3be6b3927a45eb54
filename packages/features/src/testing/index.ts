export * from './given.ts'
export { reachEnd, watchEnds } from './reach-end.ts'
