using System.Text.Json;
using System.Text.Json.Serialization;

namespace Peer;

public sealed record Assignment(string FieldName, JsonElement Value);

public sealed record InsertBody(string EntityName, Assignment[] Fields);

public sealed record BulkBody(string EntityName, string[] Fields, JsonElement[][] Values);

public sealed record Filter(string FieldName, int Operator, JsonElement Value);

public sealed record WhereClause(Filter[] Filters);

public sealed record Sort(string FieldName, int Direction);

public sealed record Pager(int PageNumber, int PageSize);

public sealed record SelectBody(string EntityName, WhereClause WhereClause, Sort[]? Sort, Pager? Pager);

/// <summary>Envelope of every answer.</summary>
public sealed class Answer<T>
{
    public Guid RequestId { get; } = Guid.NewGuid();
    public bool IsSuccess => Errors.Length == 0;
    public string StatusCode => IsSuccess ? "200" : "400";
    public T? Result { get; init; }
    public int RecordAffected { get; init; }
    public int TotalRecords { get; init; }
    public Guid? CorrelationId { get; init; }
    public string[] Log { get; } = [];
    public string[] Errors { get; init; } = [];
}

/// <summary>What clients of the hub hear of a changed record.</summary>
public sealed record EntityChanged(
    string EntityName, string Operation, Guid Id, Guid RecordInformationId, string[] ChangedFields, long RowVersion,
    Guid CorrelationId, string Cursor, DateTime OccurredAt);

/// <summary>Serialisers made at compile time, with the members' names as they are.</summary>
[JsonSerializable(typeof(InsertBody))]
[JsonSerializable(typeof(BulkBody))]
[JsonSerializable(typeof(SelectBody))]
[JsonSerializable(typeof(Answer<Customer>))]
[JsonSerializable(typeof(Answer<List<Customer>>))]
[JsonSerializable(typeof(Answer<int>))]
[JsonSerializable(typeof(EntityChanged))]
public sealed partial class Wire : JsonSerializerContext;
