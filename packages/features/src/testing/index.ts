export { fakeIntersectionObserver, scrollToListEnd } from './fake-intersection-observer.ts'
export { findPostList } from './find-post-list.ts'
export * from './fixtures.ts'
