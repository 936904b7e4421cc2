import { expect, onTestFinished, test } from 'vitest'
import { type BackgroundFailure, hearBackgroundFailures, inBackground } from './in-background.ts'

test('work in the background that fails is told, with its name, to whoever listens', async () => {
  const heard = Promise.withResolvers<BackgroundFailure>()
  onTestFinished(hearBackgroundFailures(heard.resolve))
  const error = new Error('not foreseen')
  inBackground(Promise.reject(error), 'clean_up')
  expect(await heard.promise).toEqual({ work: 'clean_up', error })
})
