export { bookmarkKeys } from './bookmarks/bookmark-keys.ts'
export { useBookmarkFolders } from './bookmarks/use-bookmark-folders.ts'
export {
  addCachedPost,
  addNewPostIds,
  getNewPostIds,
  prependCachedPosts,
  removeNewPostIds,
  trimToFirstPage,
} from './cache/cached-posts.ts'
export { adjustProfileCount } from './cache/cached-profile.ts'
export {
  type FeedScope,
  isPostQuery,
  isProfileQuery,
  type PostListData,
  type ProfileResponse,
  queryKeys,
} from './cache/query-keys.ts'
export { applyFetchedPost } from './cache/refetch-posts.ts'
export { cacheUnreadMessageCount, pickNewerUnreadCount, type UnreadMessageCount } from './cache/unread-message-count.ts'
export { updateCachedMember } from './cache/update-cached-member.ts'
export { useCachedState } from './cache/use-cached-state.ts'
export { useLiveCacheUpdates } from './cache/use-live-cache-updates.ts'
export { CommentsSection } from './comments/comments-section.tsx'
export { loadWaitingComment } from './comments/lazy-waiting-comment.tsx'
export { WaitingComments } from './comments/waiting-comments.tsx'
export type { ComposerRequest } from './composer/composer.tsx'
export { LazyComposer, loadComposer } from './composer/lazy-composer.tsx'
export { LazyDialog } from './dialogs/lazy-dialog.tsx'
export { useDraftText, useDraftTray, useSetDraftText, useShowStoredDraftText } from './drafts/use-draft.ts'
export { FeatureErrorBoundary } from './feature-error-boundary.tsx'
export { type FormErrors, useForm } from './forms/use-form.ts'
export { getErrorDescription, joinFailureReason } from './get-error-description.ts'
export { getInterestLabel, type Interest } from './interests/interest-labels.ts'
export { InterestPicker } from './interests/interest-picker.tsx'
export { getInterestTags } from './interests/interest-tags.ts'
export { BackBar } from './layout/back-bar.tsx'
export { useIsNarrowScreen } from './layout/use-is-narrow-screen.ts'
export { hasLinkCard, LinkPreview } from './link-previews/link-preview.tsx'
export { InfiniteList } from './lists/infinite-list.tsx'
export { ListEnd } from './lists/list-end.tsx'
export { LazyPullToRefresh } from './lists/pull-to-refresh/lazy-pull-to-refresh.tsx'
export { PullToRefresh } from './lists/pull-to-refresh/pull-to-refresh.tsx'
export { FollowToggle } from './members/follow-toggle.tsx'
export { useIsFollowing } from './members/is-following.ts'
export { MemberCover } from './members/member-cover.tsx'
export { MemberAvatar, MemberLink } from './members/member-link.tsx'
export { MemberName } from './members/member-name.tsx'
export { NO_PRIVACY_EXCEPTION } from './members/privacy-exception-action.ts'
export { useBlock, useBlockMenuItem } from './members/use-block.tsx'
export { isMuteRunning, useMute, useMuteMenuItem } from './members/use-mute.tsx'
export { useLiveBlocksAndMutes, useMutedMembers } from './members/use-muted-members.ts'
export {
  usePrivacyExceptionMenuItem,
  usePrivacyExceptions,
  useSetPrivacyException,
} from './members/use-privacy-exception.tsx'
export { createProfileQuery, useProfile } from './members/use-profile.ts'
export { LazyMenu } from './menus/lazy-menu.tsx'
export { MuteDialog } from './muting/mute-dialog.tsx'
export { mutingKeys, refetchMuted } from './muting/muted-content.ts'
export { useMutedContent, useMutePost, useMuteTag } from './muting/use-mute-content.tsx'
export { SidePanels } from './panels/side-panels.tsx'
export { Trending } from './panels/trending.tsx'
export { createUpload } from './pictures/create-upload.ts'
export { LazyPictureViewer } from './pictures/lazy-picture-viewer.tsx'
export { PictureInput } from './pictures/picture-input.tsx'
export { validatePicture } from './pictures/validate-picture.ts'
export { PinnedPost } from './pins/pinned-post.tsx'
export { PostCard } from './posts/post-card.tsx'
export { PostList } from './posts/post-list.tsx'
export { PostSkeleton } from './posts/post-skeleton.tsx'
export {
  type PublishedPicture,
  type PublishedSettings,
  type PublishPostActionData,
  publishPostAction,
  UNDO_POST_MS,
} from './posts/publish-post-action.ts'
export { usePost } from './posts/use-post.ts'
export { createPostListQuery, type PostListSource, usePostList } from './posts/use-post-list.ts'
export { usePostShortcuts } from './posts/use-post-shortcuts.ts'
export { loadWaitingPost, WaitingPosts } from './posts/waiting-posts.tsx'
export { useReportMenuItem } from './reports/use-report.tsx'
export { useRecentSearches } from './search/recent-searches.ts'
export { getUploadErrorDescription } from './send-tray/get-upload-error-description.ts'
export { PictureDropZone } from './send-tray/picture-drop-zone.tsx'
export { SendTray } from './send-tray/send-tray.tsx'
export { TrayPictureInput } from './send-tray/tray-picture-input.tsx'
export type { TrayContent } from './send-tray/tray-pictures.ts'
export { UploadProgress } from './send-tray/upload-progress.tsx'
export {
  createTrayPicture,
  EMPTY_TRAY,
  type SendTrayState,
  type StoredTray,
  useSendTray,
} from './send-tray/use-send-tray.ts'
export { formatSuggestionReason } from './sidebar/format-suggestion-reason.ts'
export { LazyWhoToFollow } from './sidebar/lazy-who-to-follow.tsx'
export { ProfileCard } from './sidebar/profile-card.tsx'
export { QuickActions } from './sidebar/quick-actions.tsx'
export { SidebarLayout } from './sidebar/sidebar-layout.tsx'
export { WhoToFollow } from './sidebar/who-to-follow.tsx'
export { followTagAction } from './tags/follow-tag-action.ts'
export { MentionField } from './text/mention-field.tsx'
export { TextWithFacets } from './text/text-with-facets.tsx'
export { formatDuration } from './video/format-duration.ts'
export { PostViewCounter } from './views/post-view-counter.tsx'
export { PostViews } from './views/post-views.tsx'
export { RefusedActionError } from './waiting/refused-action-error.ts'
export { useBlockedReason } from './waiting/use-blocked-reason.ts'
export { type ActionResult, useForegroundAction } from './waiting/use-foreground-action.ts'
export { useUndoableDeletion } from './waiting/use-undoable-deletion.ts'
export { useWaitingEntries } from './waiting/use-waiting-entries.ts'
export { WaitingNote } from './waiting/waiting-note.tsx'
export { setWelcomeStep, useWelcome } from './welcome/use-welcome.ts'
