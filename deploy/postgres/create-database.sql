-- Run by psql (15 or later) as a superuser of an empty server: the login of the service and its database.
-- The password is taken from the environment variable SERVICE_PASSWORD. docs/security.md explains each statement.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD
CREATE ROLE data_service LOGIN CREATEROLE PASSWORD :'password';
GRANT SET ON PARAMETER temp_file_limit TO data_service;
CREATE DATABASE data_service OWNER data_service ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;
\connect data_service
\ir close-shared-functions.sql
