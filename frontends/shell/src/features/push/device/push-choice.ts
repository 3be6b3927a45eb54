import { memberStorage } from '@meadow/web'

const TURNED_OFF_KEY = 'push-off'
const PROMPTED_KEY = 'push-prompted'

/** Remembers that the member turned push off in this browser, until sign-out. */
export const pushChoice = {
  isTurnedOff: (): boolean => memberStorage.read(TURNED_OFF_KEY) !== null,
  turnOff: (): void => memberStorage.write(TURNED_OFF_KEY, '1'),
  turnOn: (): void => memberStorage.remove(TURNED_OFF_KEY),
  /** Returns true once: members are asked one time. */
  takePrompt(): boolean {
    const isFirst = memberStorage.read(PROMPTED_KEY) === null
    memberStorage.write(PROMPTED_KEY, '1')
    return isFirst
  },
}
