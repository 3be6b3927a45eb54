import type { EventHandler } from '@meadow/events'
import {
  type ExportTaskStore,
  type MemberDataEraser,
  type MemberErasureStore,
  type MemberReadModel,
  memberErasureHandlers,
  memberEventHandlers,
  memberExportHandlers,
  onRefusedWordsUpdated,
  type RefusedWordStore,
} from '@meadow/members'
import { type ProfilePictureRepository, profilePictureHandlers } from './media/profile-picture-repository.ts'
import {
  onContentHidden,
  onReportDecided,
  onReportFiled,
  type ReportedContentStore,
} from './reports/reported-content.ts'

/** The ports of the event handlers, bound to the transaction of the consumer. */
export type PostsHandlerContext = {
  members: MemberReadModel
  refusedWords: RefusedWordStore
  erasures: MemberErasureStore
  eraser: MemberDataEraser
  exportTasks: ExportTaskStore
  profilePictures: ProfilePictureRepository
  reportedContent: ReportedContentStore
}

/** Handlers of the events that auth and social publish about members, reports and refused words. */
export const postsEventHandlers: EventHandler<PostsHandlerContext>[] = [
  ...memberEventHandlers,
  ...memberErasureHandlers,
  onRefusedWordsUpdated,
  ...memberExportHandlers,
  ...profilePictureHandlers,
  onReportFiled,
  onContentHidden,
  onReportDecided,
]
