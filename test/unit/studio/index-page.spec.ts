import { readFileSync } from 'node:fs';

const page = readFileSync('studio/index.html', 'utf8');

it('has no script, style or handler inside the page, which its policy refuses', () => {
  expect(page.match(/<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle=|\son[a-z]+=|<base\b|<form\b/gi)).toBeNull();
});

it('loads nothing from other servers', () => {
  expect(page.match(/(?:src|href)="(?!\/|data:)[^"]*"|(?:src|href)="\/\/[^"]*"/g)).toBeNull();
});
