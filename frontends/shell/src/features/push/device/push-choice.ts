import { memberStorage, readStoredSession } from '@meadow/web'

const TURNED_OFF_KEY = 'push-off'
const PROMPTED_KEY = 'push-prompted'

const readMemberId = () => readStoredSession().userId

/** Remembers that the signed-in member turned push off in this browser, until sign-out. */
export const pushChoice = {
  isTurnedOff: (): boolean => memberStorage.read(readMemberId(), TURNED_OFF_KEY) !== null,
  turnOff: (): void => memberStorage.write(readMemberId(), TURNED_OFF_KEY, '1'),
  turnOn: (): void => memberStorage.remove(readMemberId(), TURNED_OFF_KEY),
  /** Returns true once: members are asked one time. */
  takePrompt(): boolean {
    const isFirst = memberStorage.read(readMemberId(), PROMPTED_KEY) === null
    memberStorage.write(readMemberId(), PROMPTED_KEY, '1')
    return isFirst
  },
}
