import { jobsTexts as t } from './jobs-texts.ts'

const isNumber = (part: string | undefined): part is string => part !== undefined && /^\d{1,2}$/.test(part)

/** The schedule in words where it is one of the usual ones; otherwise as it is written. */
export const describeCron = (cron: string): string => {
  const [minute, hour, ...days] = cron.trim().split(/\s+/)
  if (days.join(' ') !== '* * *') return cron
  if (hour === '*') {
    if (minute === '*') return t.everyMinutes(1)
    const step = /^\*\/(\d{1,2})$/.exec(minute ?? '')?.[1]
    if (step !== undefined) return t.everyMinutes(Number(step))
    return isNumber(minute) ? t.hourly(minute.padStart(2, '0')) : cron
  }
  return isNumber(minute) && isNumber(hour) ? t.daily(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`) : cron
}
