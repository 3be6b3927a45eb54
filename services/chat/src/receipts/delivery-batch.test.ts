import { expect, it } from '@jest/globals'
import { planDeliveryBatch } from './delivery-batch.ts'

const memberIds = ['ann', 'ben']
const conversation = { _id: 'ann and ben', seq: 5, rev: 7, movedAt: new Date(0), memberIds, deliveredUpTo: 2 }
const toAnn = { memberId: 'ann', address: { otherId: 'ben' }, conversation }
const toBen = { memberId: 'ben', address: { otherId: 'ann' }, conversation }

it('moves marks forward, at most to the newest message, with a rev for each', () => {
  const batch = [
    { ...toAnn, upToSeq: 4 },
    { ...toBen, upToSeq: 9 },
    { ...toAnn, upToSeq: 5 },
  ]
  expect(planDeliveryBatch(batch).map((planned) => planned?.mark)).toEqual([
    { upToSeq: 4, rev: 8 },
    { upToSeq: 5, rev: 9 },
    { upToSeq: 5, rev: 10 },
  ])
})

it('leaves a mark that is already there, and deliveries without a conversation', () => {
  const batch = [
    { ...toAnn, upToSeq: 2 },
    { ...toAnn, upToSeq: 3 },
    { ...toAnn, upToSeq: 3 },
    { ...toBen, upToSeq: 1, conversation: undefined },
  ]
  expect(planDeliveryBatch(batch).map((planned) => planned?.mark)).toEqual([
    undefined,
    { upToSeq: 3, rev: 8 },
    undefined,
    undefined,
  ])
})
