import type { ProfileView } from '@meadow/contracts/browser'
import {
  createUpload,
  isPostQuery,
  isProfileQuery,
  type ProfileResponse,
  queryKeys,
  updateCachedMember,
} from '@meadow/features'
import {
  type ApiResponse,
  type OutboxKind,
  type OutboxReference,
  type OutboxValue,
  type QueryClient,
  registerOutboxKind,
} from '@meadow/web'
import { t } from '../../texts.ts'
import type { PictureValue } from './profile-form-values.ts'

/** The changed fields of the viewer's profile. `before` has their earlier values, and the facets of a changed bio. A bio that waits is plain. */
export type EditProfileActionData = {
  memberId: string
  fields: Partial<ProfileView>
  before: Partial<ProfileView>
  avatar?: PictureValue
  cover?: PictureValue
}

/** Uploads the chosen pictures, then saves the changed fields. The server keeps the others. */
export const editProfileAction: OutboxKind<EditProfileActionData, ApiResponse<'PUT /auth/profile'>> = {
  name: 'edit-profile',
  plan({ fields, avatar, cover }) {
    const files: File[] = []
    const uploads = [
      ...(avatar?.file ? [createUpload('avatar', files.push(avatar.file) - 1)] : []),
      ...(cover?.file ? [createUpload('cover', files.push(cover.file) - 1)] : []),
    ]
    const toUrl = (picture: PictureValue): string | OutboxReference =>
      picture.file ? { fromRequest: files.indexOf(picture.file), path: 'secure_url' } : picture.url
    const body: OutboxValue = {
      ...fields,
      ...(avatar && { avatar: toUrl(avatar) }),
      ...(cover && { cover: toUrl(cover) }),
    }
    return {
      lane: 'profile',
      files,
      requests: [...uploads, { call: 'PUT /auth/profile', body }],
      description: t('edit.waiting'),
    }
  },
  show: (cache, { data: { memberId, fields } }) =>
    changeCachedProfile(cache, memberId, { ...fields, ...(fields.bio !== undefined && { bioFacets: undefined }) }),
  hide(cache, { data }) {
    changeCachedProfile(cache, data.memberId, data.before)
    void cache.invalidateQueries({ queryKey: queryKeys.profiles })
  },
  isShownIn: (queryKey) => isProfileQuery(queryKey) || isPostQuery(queryKey),
  settle(cache, _entry, { user }) {
    updateCachedMember(cache, user)
    cache.setQueryData(queryKeys.savedSelf, { _id: user._id, fullName: user.fullName, avatar: user.avatar })
  },
}
registerOutboxKind(editProfileAction)

/** Shows fields of the viewer's profile, and their name at their posts and comments. */
function changeCachedProfile(cache: QueryClient, memberId: string, fields: Partial<ProfileView>): void {
  const profiles = cache.getQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles })
  const known = profiles.find(([, profile]) => profile?.user._id === memberId)?.[1]?.user
  if (known) updateCachedMember(cache, { ...known, ...fields })
}
