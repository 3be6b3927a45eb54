import type { Member } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { BlockChange, BlockPair } from './block.ts'

/** Stores the blocks of members. */
export type BlockRepository = {
  /**
   * Locks both members, calls `decide`, and stores its change with the events in one transaction. `decide` must be pure, because
   * it can be called again. Returns the member `to`. @throws forbidden if `from` is not active, member_not_found if `to` is
   * unknown or erased
   */
  change(from: string, to: string, decide: (pair: BlockPair) => BlockChange | undefined): Promise<Member>
  /**
   * Returns the active members whom `memberId` blocks, newest block first. Returns one more than the window's limit if there are
   * more.
   */
  list(
    memberId: string,
    window: KeysetWindow,
  ): Promise<(Pick<Member, 'username' | 'fullName' | 'avatar' | 'isVerified'> & KeysetKey)[]>
}
