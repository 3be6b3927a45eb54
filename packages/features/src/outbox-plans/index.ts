// How the actions that notifications offer are sent: for their kinds in pages, and for the service worker.
export { type CommentActionData, type CommentedPost, commentPlan } from './comment-plan.ts'
export { type LikeActionData, likePlan } from './like-plan.ts'
export { type MessageActionData, messagePlan, type UnsentPicture } from './message-plan.ts'
export { type ReadAlertActionData, readAlertPlan } from './read-alert-plan.ts'
export { type ReadMarkActionData, readMarkPlan } from './read-mark-plan.ts'
