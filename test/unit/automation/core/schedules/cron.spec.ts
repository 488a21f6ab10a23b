import fc from 'fast-check';
import { parseCron } from '#automation/core/schedules/cron.js';

const problemsOf = (text: string, minSeconds = 1) => parseCron(text, { minSeconds }).problems;
const patternOf = (text: string) => parseCron(text, { minSeconds: 1 }).cron?.pattern;

// Requirement: R197, T53
describe('A cron expression', () => {
  it.each([
    ['0 2 * * *', '0 0 2 * * *'],
    ['* * * * * *', '* * * * * *'],
    ['  30\t2  * * *  ', '0 30 2 * * *'],
    ['*/20 0 0 * * *', '0,20,40 0 0 * * *'],
    ['*/7 * * * *', '0 0,7,14,21,28,35,42,49,56 * * * *'],
    ['10-20/5 * * * *', '0 10,15,20 * * * *'],
    ['05 08 * * *', '0 5 8 * * *'],
    ['1,1,0 * * * *', '0 0,1 * * * *'],
    ['0 0 1 jan,Feb,JUL *', '0 0 0 1 1,2,7 *'],
    ['0 0 1 MAR-MAY/2 *', '0 0 0 1 3,5 *'],
    ['0 0 * * 0', '0 0 0 * * 0'],
    ['0 0 * * 7', '0 0 0 * * 0'],
    ['0 0 * * sun', '0 0 0 * * 0'],
    ['0 0 * * SUN-TUE', '0 0 0 * * 0,1,2'],
    ['0 0 * * FRI-SUN', '0 0 0 * * 0,5,6'],
    ['0 0 * * 5-7', '0 0 0 * * 0,5,6'],
    ['0 0 * * SUN-SUN', '0 0 0 * * 0'],
    ['0 0 * * WED', '0 0 0 * * 3'],
    ['0 0 1-31 * MON-SUN', '0 0 0 * * *'],
    ['0 0 */1 1-12 0-7', '0 0 0 * * *'],
    ['0 0 13 * FRI', '0 0 0 13 * 5'],
    ['0 0 29 2 *', '0 0 0 29 2 *'],
    ['0 0 31 2 MON', '0 0 0 31 2 1'],
    ['0 0 31 2,3 *', '0 0 0 31 2,3 *'],
    ['0 0 L * *', '0 0 0 L * *'],
    ['0 0 l,15 2 *', '0 0 0 15,L 2 *'],
    ['0 0 31,L 2 *', '0 0 0 31,L 2 *'],
    ['0 0 1-31,L * *', '0 0 0 * * *'],
    ['0 0 * * 5#2', '0 0 0 * * 5#2'],
    ['0 0 * * fri#2,7#1', '0 0 0 * * 5#2,0#1'],
    ['0 0 * * FRI,FRI#2,MON#1', '0 0 0 * * 5,1#1'],
    ['0 0 L * FRI#2', '0 0 0 L * 5#2'],
  ])('%j is the pattern %j', (text, pattern) => expect(patternOf(text)).toBe(pattern));

  it('keeps the text', () => expect(parseCron('0 2 * * MON', { minSeconds: 1 }).cron?.text).toBe('0 2 * * MON'));

  const SHAPE = 'Write minute, hour, day of month, month and day of week, with an optional second before them';

  it.each([
    ['', `The expression is empty. ${SHAPE}, for example 0 2 * * *.`],
    [' \t ', `The expression is empty. ${SHAPE}, for example 0 2 * * *.`],
    ['0 2 * *', `The expression has 4 of 5 or 6 fields. ${SHAPE}.`],
    ['0 0 2 * * * 2027', `The expression has 7 fields; a year is not supported. ${SHAPE}.`],
    ['0 0 2 * * * * *', `The expression has 8 of 5 or 6 fields. ${SHAPE}.`],
    [`0 2 * * ${'1,'.repeat(100)}1`, 'The expression may have at most 200 characters.'],
    [' '.repeat(1_000_000), 'The expression may have at most 200 characters.'],
    ['@daily', 'Names such as "@daily" are not supported. Write 0 0 * * * instead.'],
    ['@Hourly', 'Names such as "@Hourly" are not supported. Write 0 * * * * instead.'],
    ['@reboot', `Names such as "@reboot" are not supported. ${SHAPE}.`],
    ['@every 5m', `Names such as "@every" are not supported. ${SHAPE}.`],
    [
      '0 0 31 2 *',
      'Day of month: day 31 does not exist in the given months, so the schedule never fires. Write at most 29.',
    ],
    [
      '0 0 30,31 FEB *',
      'Day of month: day 30 does not exist in the given months, so the schedule never fires. Write at most 29.',
    ],
    [
      '0 0 31 4,6,9,11 0-7',
      'Day of month: day 31 does not exist in the given months, so the schedule never fires. Write at most 30.',
    ],
  ])('%j is refused as a whole', (text, problem) => expect(problemsOf(text)).toEqual([problem]));

  const only = (text: string, values: string): string =>
    `${JSON.stringify(text)} is not allowed. Write values as ${values}; the signs are * , - and /.`;
  const LAST = 'the sign L is supported alone, in the day of month only, for the last day of the month.';
  const WORKING =
    'the sign W is not supported. The nearest working day is not supported; write weekdays as MON-FRI in the day of week.';
  const NTH =
    'the sign # is supported in the day of week only, between a weekday and 1-5, such as FRI#2 for the second Friday.';

  it.each([
    ['60 * * * *', `Minute: ${only('60', '0-59')}`],
    ['60 0 * * * *', `Second: ${only('60', '0-59')}`],
    ['0 24 * * *', `Hour: ${only('24', '0-23')}`],
    ['0 0 0 * *', `Day of month: ${only('0', '1-31')}`],
    ['0 0 32 * *', `Day of month: ${only('32', '1-31')}`],
    ['0 0 1 0 *', `Month: ${only('0', '1-12 or JAN-DEC')}`],
    ['0 0 1 13 *', `Month: ${only('13', '1-12 or JAN-DEC')}`],
    ['0 0 * * 8', `Day of week: ${only('8', '0-7 or SUN-SAT')}`],
    ['0 0 * * MONDAY', `Day of week: ${only('MONDAY', '0-7 or SUN-SAT')}`],
    ['0 0 * * JUL', `Day of week: ${only('JUL', '0-7 or SUN-SAT')}`],
    ['MON 0 * * *', `Minute: ${only('MON', '0-59')}`],
    ['0 0 1 constructor *', `Month: ${only('constructor', '1-12 or JAN-DEC')}`],
    ['1.5 * * * *', `Minute: ${only('1.5', '0-59')}`],
    ['-5 * * * *', `Minute: ${only('-5', '0-59')}`],
    ['1-2-3 * * * *', `Minute: ${only('1-2-3', '0-59')}`],
    ['1- * * * *', `Minute: ${only('1-', '0-59')}`],
    ['*-5 * * * *', `Minute: ${only('*-5', '0-59')}`],
    ['0 H * * *', `Hour: ${only('H', '0-23')}`],
    ['0 ٢ * * *', `Hour: ${only('٢', '0-23')}`],
    ['0 2\n* * * *', `Hour: ${only('2\n*', '0-23')}`],
    ['0 2\u0000 * * *', `Hour: ${only('2\u0000', '0-23')}`],
    ['99999999999999999999 * * * *', `Minute: ${only('99999999999999999999', '0-59')}`],
    ['*/5/5 * * * *', `Minute: ${only('*/5/5', '0-59')}`],
    ['*/-1 * * * *', `Minute: ${only('*/-1', '0-59')}`],
    ['0 0 * * 5-0', 'Day of week: the range 5-0 runs backwards. Write 5-7,0-0 instead.'],
    ['0 0 * * FRI-MON', 'Day of week: the range FRI-MON runs backwards. Write 5-7,0-1 instead.'],
    ['0 22-6 * * *', 'Hour: the range 22-6 runs backwards. Write 22-23,0-6 instead.'],
    ['*/0 * * * *', 'Minute: the step of */0 must be 1-59.'],
    ['*/60 * * * *', 'Minute: the step of */60 must be 1-59.'],
    ['0 0-12/24 * * *', 'Hour: the step of 0-12/24 must be 1-23.'],
    ['5/10 * * * *', 'Minute: a step needs a range. Write 5-59/10 instead of 5/10.'],
    ['/5 * * * *', `Minute: ${only('/5', '0-59')}`],
    ['1,,2 * * * *', 'Minute: an item of the list is empty. Separate values by single commas.'],
    ['1, * * * *', 'Minute: an item of the list is empty. Separate values by single commas.'],
    ['0 0 ? * MON', 'Day of month: the sign ? is not supported. Write * instead.'],
    ['0 0 * * L', `Day of week: ${LAST}`],
    ['0 L * * *', `Hour: ${LAST}`],
    ['0 0 l-3 * *', `Day of month: ${LAST}`],
    ['0 0 LW * *', `Day of month: ${LAST}`],
    ['0 0 15W * *', `Day of month: ${WORKING}`],
    ['0 0 * * 5L', `Day of week: ${LAST}`],
    ['0 0 * * FRIL', `Day of week: ${LAST}`],
    ['0 0 * * FRI#0', `Day of week: ${NTH}`],
    ['0 0 * * FRI#6', `Day of week: ${NTH}`],
    ['0 0 * * 8#1', `Day of week: ${NTH}`],
    ['0 0 * * 1-5#2', `Day of week: ${NTH}`],
    ['0 0 * * #2', `Day of week: ${NTH}`],
    ['0 0 * * 5#L', `Day of week: ${NTH}`],
    ['0 0 5#2 * *', `Day of month: ${NTH}`],
  ])('%j is refused: %s', (text, problem) => expect(problemsOf(text)).toEqual([problem]));

  it('reports every faulty field', () => {
    expect(problemsOf('60 24 32 13 8')).toEqual([
      `Minute: ${only('60', '0-59')}`,
      `Hour: ${only('24', '0-23')}`,
      `Day of month: ${only('32', '1-31')}`,
      `Month: ${only('13', '1-12 or JAN-DEC')}`,
      `Day of week: ${only('8', '0-7 or SUN-SAT')}`,
    ]);
  });

  const TEXT = fc.stringMatching(/^[-0-9*/,?#LW@ \tA-S]{0,40}$/);

  it('is either refused with reasons or accepted, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(TEXT, fc.string()), (text) => {
        const { cron, problems } = parseCron(text, { minSeconds: 1 });
        expect(cron ? cron.pattern.split(' ') : problems).not.toHaveLength(0);
      }),
    );
  });
});

// Requirement: R197
describe('The least gap between fire times', () => {
  it.each([
    ['* * * * * *', 1],
    ['*/7 * * * * *', 4],
    ['0,59 * * * * *', 1],
    ['0 * * * * *', 60],
    ['30 0,59 * * * *', 60],
    ['0,50 0,59 * * * *', 10],
    ['*/7 * * * *', 240],
    ['*/45 * * * *', 900],
    ['0 */5 * * *', 4 * 3600],
    ['59 1 * * *', 86_400],
    ['0,59 0,23 * * *', 60],
    ['0,59 0,23 * * MON', 59 * 60],
    ['0,59 0,23 * * MON,THU', 59 * 60],
    ['0,59 0,23 * * SAT,SUN', 60],
    ['0,59 0,23 1 * *', 59 * 60],
    ['0,59 0,23 1,31 * *', 60],
    ['0 0 1,31 * *', 86_400],
    ['0 0 1,30 * *', 86_400],
    ['0 0 1,28 2,3 *', 86_400],
    ['0 0 * * MON,THU', 3 * 86_400],
    ['0 0 1 * *', 28 * 86_400],
    ['0 0 1 1 *', 365 * 86_400],
    ['0 0 29 2 *', 1461 * 86_400],
    ['0 0 13 * FRI', 86_400],
    ['0 0 L * *', 28 * 86_400],
    ['0 0 1,L * *', 86_400],
    ['0 0 15,L * *', 13 * 86_400],
    ['0 0 * * FRI#2', 28 * 86_400],
    ['0 0 L * FRI#2', 8 * 86_400],
    ['0 0 * 2 MON#5', 4382 * 86_400],
  ])('of %j is %d seconds', (text, seconds) => {
    expect(problemsOf(text, seconds)).toBeUndefined();
    expect(problemsOf(text, seconds + 1)).toEqual([
      `The schedule fires ${seconds} seconds after the fire time before; at least ${seconds + 1} seconds are required.`,
    ]);
  });
});
