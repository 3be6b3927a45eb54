import { ApiError, api } from '@meadow/web'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PushWorkerMessage } from '../../../service-worker/push/push-messages.ts'

/** After this time a test counts as lost, although it may still arrive. */
const ARRIVAL_TIMEOUT_MS = 15_000

export type TestPushState =
  | { step: 'idle' | 'sending' | 'waiting' | 'lost' }
  | { step: 'arrived'; afterMs: number }
  | { step: 'failed'; error: ApiError | undefined }

type RunningTest = { id: string | undefined; startedAt: number; timer?: ReturnType<typeof setTimeout> }

/** Returns the state of a test push, and a function that sends one. The service worker reports its arrival. */
export function useTestPush(): { state: TestPushState; sendTest: () => void } {
  const [state, setState] = useState<TestPushState>({ step: 'idle' })
  const running = useRef<RunningTest>(undefined)
  const arrivedIds = useRef(new Set<string>()) // the push may overtake the response

  const finishIfArrived = () => {
    const test = running.current
    if (test?.id === undefined || !arrivedIds.current.has(test.id)) return
    clearTimeout(test.timer)
    running.current = undefined
    setState({ step: 'arrived', afterMs: performance.now() - test.startedAt })
  }

  const handleMessage = useEffectEvent((message: PushWorkerMessage | undefined) => {
    if (message?.type !== 'test-push-arrived') return
    arrivedIds.current.add(message.id)
    finishIfArrived()
  })
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<PushWorkerMessage | undefined>) => handleMessage(data)
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => {
      navigator.serviceWorker?.removeEventListener('message', onMessage)
      clearTimeout(running.current?.timer)
    }
  }, [])

  const sendTest = async () => {
    const test: RunningTest = { id: undefined, startedAt: performance.now() }
    running.current = test
    setState({ step: 'sending' })
    try {
      test.id = (await api('POST /push/test')).id
      setState({ step: 'waiting' })
      test.timer = setTimeout(() => setState({ step: 'lost' }), ARRIVAL_TIMEOUT_MS)
      finishIfArrived()
    } catch (error) {
      setState({ step: 'failed', error: error instanceof ApiError ? error : undefined })
    }
  }
  return { state, sendTest: () => void sendTest() }
}
