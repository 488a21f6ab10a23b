import { entryNames, fileName } from '#platform/outbound/files/entry-names.js';

// Requirement: T49, S21
it.each([
  ['report.csv', 'report.csv'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/absolute.txt', 'absolute.txt'],
  ['C:\\x\\y.txt', 'y.txt'],
  ['C:y.txt', 'C_y.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['folder/', 'file'],
  ['a\0b\r\nc.txt', 'abc.txt'],
  ['report\u202etxt.exe', 'reporttxt.exe'],
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['name. . ', 'name'],
  [' name.txt', 'name.txt'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT¹', '_LPT¹'],
  ['console.txt', 'console.txt'],
  ['.env', '.env'],
  ['u\u0308.txt', 'ü.txt'],
  ['\ud800.txt', '\ufffd.txt'],
])('turns %j into %j', (wished, name) => expect(fileName(wished)).toBe(name));

it('cuts long names at whole characters and keeps the extension', () => {
  const name = fileName(`${'ü'.repeat(300)}😀.csv`);
  expect([Buffer.byteLength(name), name.endsWith('ü.csv')]).toEqual([254, true]);
  expect(Buffer.byteLength(fileName('x'.repeat(300)))).toBe(255);
  expect(Buffer.byteLength(fileName(`a.${'x'.repeat(300)}`))).toBe(255);
});

// Requirement: T49
it('numbers repeated names in any letter case', () => {
  expect(entryNames(['a.csv', 'A.csv', 'x/a.csv', 'a (2).csv', 'a (2).csv', 'b', 'B'])).toEqual([
    'a.csv',
    'A (2).csv',
    'a (3).csv',
    'a (2) (2).csv',
    'a (2) (3).csv',
    'b',
    'B (2)',
  ]);
});

it('keeps repeated long names unique and within the limit', () => {
  const names = entryNames(Array.from({ length: 1_000 }, () => `${'ü'.repeat(200)}.csv`));
  expect(new Set(names).size).toBe(1_000);
  expect(names.filter((name) => Buffer.byteLength(name) > 255)).toEqual([]);
});
