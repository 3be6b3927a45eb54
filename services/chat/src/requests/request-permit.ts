import type { NewMemberBrake } from '@meadow/members'
import { DomainError, type Throttle, withThrottle } from '@meadow/service'
import type { MessageLimits } from '../config.ts'

type RequestPermitDeps = {
  brakeNewMember: NewMemberBrake
  messageThrottle: Throttle
  messageLimits: Pick<MessageLimits, 'requests'>
}

/**
 * Runs `work`, which opens a message request, as one of those that a member may open in a day, and, if they are new, on their first day. A
 * failure of `work` is not counted.
 * @throws request_limit_reached, new_account_limit, and the error of `work`
 */
export const withRequestPermit = <Result>(
  { brakeNewMember, messageThrottle, messageLimits }: RequestPermitDeps,
  senderId: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  brakeNewMember('requests', senderId, async () => {
    let isWithin = false
    try {
      return await withThrottle(messageThrottle, messageLimits.requests, senderId, () => {
        isWithin = true
        return work()
      })
    } catch (error) {
      const isOver = !isWithin && error instanceof DomainError && error.code === 'too_many_requests'
      throw isOver ? new DomainError('request_limit_reached') : error // a time to wait would make the outbox repeat it tomorrow
    }
  })
