import type { GroupView, MemberView } from '@meadow/contracts/browser'
import { type OutboxKind, registerOutboxKind, type ShownOutboxEntry, useOutboxEntries } from '@meadow/web'
import { cacheGroup } from './group-cache.ts'
import { groupKeys } from './group-keys.ts'
import { t } from './texts.ts'

type CreateGroupData = { name: string; members: readonly MemberView[] }

/** Creates a group and invites others to it. */
export const createGroupAction: OutboxKind<CreateGroupData, { group: GroupView }> = {
  name: 'create-group',
  plan: ({ name, members }, id) => ({
    lane: 'groups',
    requests: [
      {
        call: 'POST /messages/groups',
        body: { name, memberIds: members.map(({ _id }) => _id), clientGroupId: id },
      },
    ],
    description: t('waiting.create', { group: name }),
  }),
  getSubject: ({ id }) => `new group ${id}`,
  settle(cache, _, { group }) {
    cacheGroup(cache, group)
    void cache.invalidateQueries({ queryKey: groupKeys.list })
  },
}
registerOutboxKind(createGroupAction)

/** Returns the groups that are not created yet. */
export const useWaitingGroups = (): readonly ShownOutboxEntry<CreateGroupData>[] => useOutboxEntries(createGroupAction)
