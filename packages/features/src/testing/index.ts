export * from './given.ts'
export { reachEnd, watchEnds } from './reach-end.ts'
export { allPosts } from './shown-posts.ts'
