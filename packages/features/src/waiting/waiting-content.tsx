// Posts and comments that wait, with the finder of their links: one file to load.
export { WaitingComment } from '../comments/waiting-comment.tsx'
export { WaitingPost } from '../posts/waiting-post.tsx'
